/** From the ground up. A file imports its own folder and lower layers. */
const LAYERS = ['the shared kit', 'what all features use', 'a feature', 'the app that joins them'] as const

/**
 * Why an import within `web/` is not allowed; null when it is. `web/ui` is the kit; each app beside it has `api/` and
 * files such as `messages.ts` for all its features, one folder a feature, and `app/` with `main.tsx` on top.
 */
export function webLayerRefusal(from: string, to: string): string | null {
  if (folderOf(from) === folderOf(to)) return null
  const [here, there] = [layerOf(from), layerOf(to)]
  if (there > here) return `upward (${LAYERS[here]} imports ${LAYERS[there]})`
  if (there === here && here === 2) return 'sideways (features do not import each other; app/ joins them)'
  return appOf(from) === appOf(to) || there === 0 ? null : 'sideways (apps share web/ui only)'
}

function layerOf(file: string): 0 | 1 | 2 | 3 {
  if (appOf(file) === 'ui') return 0
  const [first, ...deeper] = file.split('/').slice(2)
  if (first === 'app' || first === 'main.tsx') return 3
  return first === 'api' || deeper.length === 0 ? 1 : 2
}

const appOf = (file: string): string => file.split('/')[1]!

/** `web/chat/thread`; for the kit and for files of an app that lie in no folder, the app itself. */
const folderOf = (file: string): string => {
  const parts = file.split('/')
  return parts.slice(0, appOf(file) === 'ui' ? 2 : Math.min(3, parts.length - 1)).join('/')
}
