// Runs before the first paint, so that no other theme than the chosen one flashes. `web/ui/theme.ts` writes the same
// key.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // The browser denies storage, so the system's theme is used.
}
