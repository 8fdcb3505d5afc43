import { useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'
import { browserEntries } from './storage.ts'

export type Theme = 'light' | 'dark' | 'system'

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(changed.subscribe, readTheme), setTheme]
}

const KEY = 'theme'
const changed = createEmitter()

function readTheme(): Theme {
  const chosen = document.documentElement.dataset['theme']
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  browserEntries.write(KEY, theme === 'system' ? null : theme)
  changed.emit()
}
