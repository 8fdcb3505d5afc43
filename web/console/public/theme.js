// Runs before the first paint, so that a chosen theme never flashes. `web/ui/theme.ts` writes the same key.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is closed to the page: the system's theme is used.
}
