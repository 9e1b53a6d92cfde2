mod collada;
