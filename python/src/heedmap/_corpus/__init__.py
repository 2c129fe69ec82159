"""Measures of all heads over many texts, in one process or on a cluster, in a Zarr store."""
