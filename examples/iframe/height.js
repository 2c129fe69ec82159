// The frame says how high its figure is. It has no origin of its own, so it is known by its window.
addEventListener('message', ({ source, data }) => {
  if (data?.type !== 'heedmap:height') return;
  for (const frame of document.querySelectorAll('iframe')) {
    if (frame.contentWindow === source) frame.style.height = `${data.height}px`;
  }
});
