"""Operations on numbers, rows and grids."""
