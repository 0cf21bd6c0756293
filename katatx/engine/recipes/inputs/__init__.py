"""Operations at both ends of a model: tokens, embeddings, picture patches, sampling."""
