"""Parts of `katatx serve`."""
