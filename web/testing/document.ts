import { after, afterEach } from 'node:test'
import { Window } from 'happy-dom'
import type { ComponentChild } from 'preact'
import type { ReactNode } from 'react'

/** The window's classes replace these globals, because DOM elements refuse Node's classes. */
const REPLACED = new Set(['CustomEvent', 'Event', 'navigator'])

let window: Window | undefined

/** Import modules that need a DOM after this call. */
export async function openDocument() {
  const close = install((window ??= new Window({ url: 'http://127.0.0.1/' })))
  const [{ configure, getQueriesForElement }, { userEvent }, { render }, { act }] = await Promise.all([
    import('@testing-library/dom'),
    import('@testing-library/user-event'),
    import('preact'),
    import('preact/test-utils'),
  ])
  // State changes of an event apply before the test's next line.
  configure({
    eventWrapper(fire) {
      let answer: unknown
      void act(() => void (answer = fire()))
      return answer
    },
  })
  const shown = new Set<Element>()
  const draw = (element: ComponentChild, container: Element) => void act(() => render(element, container))
  afterEach(() => {
    for (const container of shown) {
      draw(null, container)
      container.remove()
    }
    shown.clear()
  })
  after(close)
  return {
    show(element: ReactNode) {
      const container = document.body.appendChild(document.createElement('div'))
      shown.add(container)
      const rerender = (next: ReactNode) => draw(next as ComponentChild, container)
      rerender(element)
      const unmount = () => rerender(null)
      return {
        container,
        rerender,
        unmount,
        user: userEvent.setup(),
        ...getQueriesForElement(document.body),
      }
    },
  }
}

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
