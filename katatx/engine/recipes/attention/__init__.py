"""Operations of attention and of the block around it."""
