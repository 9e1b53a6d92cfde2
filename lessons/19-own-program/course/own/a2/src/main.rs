mod lessons;
