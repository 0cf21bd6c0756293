"""Parts of `katatx audit`."""
