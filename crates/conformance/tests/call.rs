//! NumPy calls given as text: which are supported, and the messages for others.

use heedmap_attention::random::RandomState;
use heedmap_conformance::{Drawn, run_call};

fn run(call: &str) -> Drawn {
    run_call(&mut RandomState::new(42).unwrap(), call, 5).unwrap()
}

#[test]
fn equivalent_calls_draw_the_same_values() {
    let families: [&[&str]; 9] = [
        &[
            "randint(3)",
            "randint(0, 3)",
            "randint(low=0, high=3)",
            "randint(3, None, 5)",
            "np.random.randint( 3 , size = 5 )",
            "randint(+3, size=(5,))",
            "randint(6//2)",
        ],
        &[
            "randint(-4, 2**31 - 1)",
            "randint(-2**2, 2147483647)",
            "randint(-(2 + 2), 2_147_483_647)",
        ],
        &["rand", "rand()", "rand(5)", "random_sample", "random.random(5)", "uniform()"],
        &["randn(5)", "standard_normal", "standard_normal((5, 1))", "normal", "normal(0, 1, 5)"],
        &["randn(2, 3, 4)", "randn(2,3,4)_c_order", "standard_normal([2, 3, 4])"],
        &["uniform(-1/2, 1, 3)", "uniform(-.5, 1e0, size=3)", "uniform(high=1, low=-0.5, size=3)"],
        &[
            "permutation(10)",
            "permutation(arange(10))",
            "shuffle(arange(10))",
            "permutation([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])",
        ],
        &[
            "choice(20)",
            "choice(20, 5)",
            "choice(np.arange(20), size=5, replace=True)",
            "randint(20)",
        ],
        &["choice(4, p=[.1, .2, .3, .4])", "choice([0, 1, 2, 3], 5, True, (0.1, 0.2, 0.3, 0.4))"],
    ];
    for family in families {
        for call in family {
            assert_eq!(run(call), run(family[0]), "{call} and {}", family[0]);
        }
    }
}

#[test]
fn a_size_of_0_draws_nothing() {
    for call in
        ["randint(3, size=0)", "raw_u32(0)", "permutation(0)", "choice(0, 0)", "shuffle([])"]
    {
        assert_eq!(run(call), Drawn::Integers(vec![]), "{call}");
    }
    assert_eq!(run("rand(3, 0)"), Drawn::Floats(vec![]));
}

#[test]
fn seed_starts_the_stream_of_another_seed() {
    let mut state = RandomState::new(1).unwrap();
    run_call(&mut state, "randn(3)", 1).unwrap();
    assert!(run_call(&mut state, "seed(42)", 1).unwrap().is_empty());
    assert_eq!(run_call(&mut state, "randn", 5).unwrap(), run("randn"));
    assert_eq!(run_call(&mut state, "reseed_clears_gauss_cache", 5).unwrap(), run("randn"));
}

#[test]
fn unsupported_calls_are_rejected_with_the_reason() {
    let deep = "(".repeat(100_000);
    let cases = [
        ("", "it ends too early"),
        ("randint", "the argument low is missing"),
        ("randint(3", "it ends too early"),
        ("randint(3))", "unexpected ) at character 11"),
        ("randint(3;4)", "unexpected ; at character 10"),
        ("randint(n)", "unexpected n at character 9"),
        ("randint(3 4)", "unexpected 4 at character 11"),
        ("randint(1.2.3)", "unexpected 1.2.3 at character 9"),
        ("randint(2.5)", "the argument low must be a whole number"),
        ("randint(1/0)", "it divides by 0"),
        ("randint(2**1000)", "a number in it is too large"),
        ("randint(9**9**9)", "a number in it is too large"),
        ("randint(1e999)", "a number in it is too large"),
        ("randint([1]+2)", "only numbers can be added, multiplied and so on"),
        ("randint(3, 4, 5, 6)", "it has 4 arguments where randint takes at most 3"),
        ("randint(3, low=2)", "randint takes no argument low, or has it already"),
        ("randint(3, dtype=8)", "randint takes no argument dtype, or has it already"),
        ("randn(size=3)", "randn takes no argument size, or has it already"),
        ("randint(3, size=-1)", "the argument size must be whole numbers, 0 or more"),
        ("randint(3, size=2**40)", "1099511627776 values are too many"),
        ("randn(2**60, 2**60, 2**60)", "values are too many"),
        ("permutation(2**40)", "1099511627776 values are too many"),
        ("permutation(-1)", "the argument x must be 0 or more, or a list"),
        ("shuffle(5)", "the argument x must be a list of numbers"),
        ("choice(-3)", "the argument a must be 0 or more, or a list"),
        ("choice(3, replace=[1])", "the argument replace must be True or False"),
        ("choice(3, p=1)", "the argument p must be a list of numbers"),
        ("choice(3, p=[.5, .5])", "2 probabilities for a population of 3"),
        ("randint(5, 5)", "randint from 5 up to, not including, 5 has no integer to draw"),
        ("normal(0, -1)", "normal with deviation -1: it must not be negative"),
        ("seed(2**32)", "seed 4294967296 is out of range: NumPy takes 0 to 4294967295"),
        ("poisson(3)", "there is no function poisson"),
        (&format!("randint({deep}"), "it is nested more than 32 deep"),
        ("randint(é)", "unexpected é at character 9"),
    ];
    for (call, reason) in cases {
        let refused = run_call(&mut RandomState::new(0).unwrap(), call, 1);
        let refused = refused.unwrap_err().to_string();
        let fits = refused.starts_with("cannot run `") && refused.contains(reason);
        assert!(fits, "{call:.40}: {refused}");
        assert!(refused.len() < 300, "a long call is not repeated in full");
    }
}
