import { useSyncExternalStore } from 'react'

/** Whether the page is dark now, for what can't follow by CSS. */
export const useIsDark = (): boolean => useSyncExternalStore(follow, isDark)

const system = () => matchMedia('(prefers-color-scheme: dark)')

function isDark(): boolean {
  const chosen = document.documentElement.dataset['theme']
  return chosen === 'dark' || (chosen !== 'light' && system().matches)
}

function follow(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  const media = system()
  media.addEventListener('change', changed)
  return () => {
    observer.disconnect()
    media.removeEventListener('change', changed)
  }
}
