Reveal.initialize({ width: 1200, height: 700 });
// A slide is centered by its height, which a figure has when it is drawn.
document.addEventListener('heed-ready', () => Reveal.layout());
