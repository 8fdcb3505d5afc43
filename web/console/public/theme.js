// Runs before the first paint, so that a chosen theme and language never flash. `web/ui/theme.ts` and
// `web/ui/language-choice.ts` write the same keys.
{
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null // The browser denies storage, so the system's theme and language are used.
    }
  }
  const root = document.documentElement
  const theme = read('theme')
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme

  const tags = [read('language'), ...navigator.languages.map((tag) => tag.toLowerCase().split('-')[0])]
  const language = tags.find((tag) => ['ar', 'de', 'en', 'zh'].includes(tag)) ?? 'en'
  root.lang = language
  root.dir = language === 'ar' ? 'rtl' : 'ltr'
  // The translations of the title are its attributes.
  const title = document.querySelector('title')
  document.title = title.dataset[language] ?? title.textContent
}
