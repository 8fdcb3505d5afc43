/**
 * Drops the second click of a double click on a button that sends, and a second submit of a form, until the page has
 * rendered the first: from then on `Button` is disabled while `busy`. So no form needs a guard of its own.
 */
export function startSubmitOnce(): void {
  const sent = new WeakSet<EventTarget>()
  const passOnce = (event: Event, element: EventTarget | null) => {
    if (!element) return
    if (sent.has(element)) {
      event.preventDefault()
      event.stopImmediatePropagation()
      return
    }
    sent.add(element)
    afterRender(() => sent.delete(element))
  }
  document.addEventListener('submit', (event) => passOnce(event, event.target), { capture: true })
  document.addEventListener(
    'click',
    (event) => passOnce(event, (event.target as Element).closest('button[data-once]')),
    { capture: true },
  )
}

/** A mutation publishes its state in a timer of its own, which this listener precedes; hence two timers. */
const afterRender = (act: () => void) => setTimeout(() => setTimeout(act))
