mod picture;
