mod figure;
