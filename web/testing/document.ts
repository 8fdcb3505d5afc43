import { after, afterEach } from 'node:test'
import { Window } from 'happy-dom'

/** Node has its own, which elements don't take. */
const REPLACED = new Set(['CustomEvent', 'Event', 'navigator'])

let window: Window | undefined

/**
 * Give the tests of a file a document to show components in. Whatever looks for one when it is loaded is imported after
 * this was called. Other files of the same process don't see it.
 */
export async function openDocument() {
  const close = install((window ??= new Window({ url: 'http://127.0.0.1/' })))
  const { cleanup, render } = await import('@testing-library/react')
  const { userEvent } = await import('@testing-library/user-event')
  afterEach(cleanup)
  after(close)
  return {
    /** Show a component; gives what finds things in it, and a person who acts on it. */
    show: (element: Parameters<typeof render>[0]) => ({ ...render(element), user: userEvent.setup() }),
  }
}

/** Make what a window has global, as pages have it. */
function install(window: Window): () => void {
  const added = Object.getOwnPropertyNames(window).filter(
    (name) => !(name in globalThis) || REPLACED.has(name),
  )
  const before = added.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
  for (const name of added)
    Object.defineProperty(globalThis, name, {
      value: name === 'window' ? globalThis : Reflect.get(window, name),
      configurable: true,
      writable: true,
    })
  return () => {
    for (const [name, descriptor] of before)
      if (descriptor) Object.defineProperty(globalThis, name, descriptor)
      else Reflect.deleteProperty(globalThis, name)
  }
}
