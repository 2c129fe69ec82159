"""Runs snippets and prints the mask of each as a line of 0 and 1.

PyTorch is a large download for a few calls on booleans. Here are those calls, made of NumPy.
"""

import sys
import types

import numpy as np


class Tensor(np.ndarray):
    def to(self, device):
        return self

    def expand(self, *shape):
        return np.broadcast_to(self, shape, subok=True)


def tensor(values):
    return np.asarray(values).view(Tensor)


def bucketize(values, boundaries, right):
    return tensor(np.searchsorted(boundaries, values, side="right" if right else "left"))


def sdpa(q, k, v, attn_mask=None, is_causal=False):
    return np.tri(q.queries, q.keys, dtype=bool) if is_causal else attn_mask


def create_block_mask(mask_mod, B, H, Q_LEN, KV_LEN, device):
    # One pair at a time would be slow; rows and columns of numbers meet in every pair as well.
    q_idx, kv_idx = (tensor(side) for side in np.indices((Q_LEN, KV_LEN)))
    return mask_mod(0, 0, q_idx, kv_idx)


def module(name, **members):
    sys.modules[name] = types.ModuleType(name)
    vars(sys.modules[name]).update(members)


module(
    "torch",
    tensor=tensor,
    bool=bool,
    arange=lambda count: tensor(np.arange(count)),
    zeros=lambda *shape, dtype: tensor(np.zeros(shape, dtype)),
    isin=lambda values, tokens: tensor(np.isin(values, tokens)),
    bucketize=bucketize,
)
module("torch.nn")
module("torch.nn.functional", scaled_dot_product_attention=sdpa)
module("torch.nn.attention")
module(
    "torch.nn.attention.flex_attention",
    create_block_mask=create_block_mask,
    flex_attention=lambda q, k, v, block_mask: block_mask,
)
sys.modules["torch"].nn = sys.modules["torch.nn"]
sys.modules["torch.nn"].functional = sys.modules["torch.nn.functional"]


def show(code, queries, keys):
    q = types.SimpleNamespace(device="here", queries=queries, keys=keys)
    scope = {"q": q, "k": None, "v": None}
    exec(code, scope)
    # A call is given its mask; the NumPy snippet leaves one.
    mask = np.asarray(scope["output"] if "output" in scope else scope["mask"])
    assert mask.dtype == bool and mask.shape == (queries, keys), (mask.dtype, mask.shape, code)
    sys.stdout.write((mask.astype(np.uint8) + ord("0")).tobytes().decode() + "\n")
