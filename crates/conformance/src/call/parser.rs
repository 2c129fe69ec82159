//! The grammar of a call, with Python's precedence.

use super::CallError;
use super::tokens::{Token, tokens};
use super::value::{Value, operate};
use super::value_count;

/// The maximum nesting of brackets, operators and powers: more than calls need, and far less than the
/// stack allows.
const DEEPEST: usize = 32;

/// A call: the name of the function without its path, and the arguments.
#[derive(Debug)]
pub(super) struct Parsed {
    pub(super) function: String,
    pub(super) arguments: Vec<Argument>,
}

/// One argument, with its name if it is a keyword argument.
#[derive(Debug)]
pub(super) struct Argument {
    pub(super) name: Option<String>,
    pub(super) value: Value,
}

/// Parses a call such as `np.random.randint(-3, 4, size=2**3)`, or a bare name.
pub(super) fn parse(text: &str) -> Result<Parsed, CallError> {
    let mut parser = Parser { tokens: tokens(text)?, next: 0, depth: 0 };
    let function = match parser.take()? {
        (_, Token::Name(path)) => last_of_path(&path).to_owned(),
        (at, token) => return Err(unexpected(at, &token)),
    };
    let mut arguments = Vec::new();
    if parser.eat("(") {
        while !parser.eat(")") {
            let name = parser.argument_name();
            arguments.push(Argument { name, value: parser.sum()? });
            parser.separator(")")?;
        }
    }
    match parser.tokens.get(parser.next) {
        None => Ok(Parsed { function, arguments }),
        Some((at, token)) => Err(unexpected(*at, token)),
    }
}

/// The state of the parser. Each method parses one rule of the grammar.
struct Parser {
    tokens: Vec<(usize, Token)>,
    next: usize,
    depth: usize,
}

impl Parser {
    /// The next token, which must exist.
    fn take(&mut self) -> Result<(usize, Token), CallError> {
        let token = self.tokens.get(self.next).cloned().ok_or(CallError::EndsEarly)?;
        self.next += 1;
        Ok(token)
    }

    /// Skips a symbol if it is next.
    fn eat(&mut self, symbol: &str) -> bool {
        let found =
            matches!(self.tokens.get(self.next), Some((_, Token::Symbol(s))) if *s == symbol);
        self.next += usize::from(found);
        found
    }

    /// Skips the comma that must separate items, unless the bracket closes.
    fn separator(&mut self, close: &str) -> Result<(), CallError> {
        let closes =
            matches!(self.tokens.get(self.next), Some((_, Token::Symbol(s))) if *s == close);
        if closes || self.eat(",") {
            return Ok(());
        }
        let (at, token) = self.take()?;
        Err(unexpected(at, &token))
    }

    /// Skips `name =` if it is next.
    fn argument_name(&mut self) -> Option<String> {
        match (self.tokens.get(self.next), self.tokens.get(self.next + 1)) {
            (Some((_, Token::Name(name))), Some((_, Token::Symbol("=")))) => {
                self.next += 2;
                Some(name.clone())
            }
            _ => None,
        }
    }

    /// `a + b - c`
    fn sum(&mut self) -> Result<Value, CallError> {
        self.chain(&["+", "-"], Self::product)
    }

    /// `a * b / c // d`
    fn product(&mut self) -> Result<Value, CallError> {
        self.chain(&["*", "/", "//"], Self::signed)
    }

    /// Operands joined by operators of one precedence, evaluated from the left.
    fn chain(
        &mut self,
        operators: &[&'static str],
        phrase: fn(&mut Self) -> Result<Value, CallError>,
    ) -> Result<Value, CallError> {
        let mut value = phrase(self)?;
        while let Some(operator) = operators.iter().find(|operator| self.eat(operator)) {
            value = operate(operator, &value, &phrase(self)?)?;
        }
        Ok(value)
    }

    /// `-a`, `+a`, or a power. Every recursion passes through this rule, so the depth is counted
    /// here.
    fn signed(&mut self) -> Result<Value, CallError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(CallError::TooDeep { most: DEEPEST });
        }
        let value = if self.eat("-") {
            operate("-", &Value::Integer(0), &self.signed()?)?
        } else if self.eat("+") {
            operate("+", &Value::Integer(0), &self.signed()?)?
        } else {
            let base = self.atom()?;
            // The exponent may be signed and a power itself: 2**-3**2 is 2**(-(3**2)).
            if self.eat("**") { operate("**", &base, &self.signed()?)? } else { base }
        };
        self.depth -= 1;
        Ok(value)
    }

    /// A number, a name, or an expression in brackets.
    fn atom(&mut self) -> Result<Value, CallError> {
        let (at, token) = self.take()?;
        match token {
            Token::Integer(value) => Ok(Value::Integer(value)),
            Token::Float(value) => Ok(Value::Float(value)),
            Token::Symbol("(") => {
                let (mut items, comma) = self.items(")")?;
                // Brackets around one value only group it; a comma makes a tuple.
                match items.pop() {
                    Some(value) if items.is_empty() && !comma => Ok(value),
                    last => Ok(Value::List(items.into_iter().chain(last).collect())),
                }
            }
            Token::Symbol("[") => Ok(Value::List(self.items("]")?.0)),
            Token::Name(name) => match last_of_path(&name) {
                "True" => Ok(Value::Boolean(true)),
                "False" => Ok(Value::Boolean(false)),
                "None" => Ok(Value::None),
                "arange" if self.eat("(") => {
                    let (items, _) = self.items(")")?;
                    let wanted =
                        CallError::WrongKind { name: "arange", wanted: "given one whole number" };
                    let [Value::Integer(count)] = items[..] else {
                        return Err(wanted);
                    };
                    Ok(Value::Range(value_count(u128::try_from(count).unwrap_or(0))?))
                }
                _ => Err(unexpected(at, &Token::Name(name))),
            },
            Token::Symbol(_) => Err(unexpected(at, &token)),
        }
    }

    /// Items up to the closing bracket, and whether there was a comma.
    fn items(&mut self, close: &'static str) -> Result<(Vec<Value>, bool), CallError> {
        let (mut items, mut comma) = (Vec::new(), false);
        while !self.eat(close) {
            items.push(self.sum()?);
            let before = self.next;
            self.separator(close)?;
            comma |= self.next > before;
        }
        Ok((items, comma))
    }
}

/// `randint` of `np.random.randint`.
fn last_of_path(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

fn unexpected(at: usize, token: &Token) -> CallError {
    let found = match token {
        Token::Integer(value) => value.to_string(),
        Token::Float(value) => value.to_string(),
        Token::Name(name) => name.clone(),
        Token::Symbol(symbol) => (*symbol).to_owned(),
    };
    CallError::Unexpected { found, at }
}
