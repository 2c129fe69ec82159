// Every event of an element bubbles: one listener serves all figures of a page.
document.addEventListener('heed-select', ({ target, query, key, weight }) => {
  document.getElementById('chosen').textContent = `${target.id}: query ${query}, key ${key}, weight ${weight}`;
});
