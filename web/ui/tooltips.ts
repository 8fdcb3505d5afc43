export const tooltip = (text: string, keys?: string) => ({ 'data-tooltip': text, 'data-tooltip-keys': keys })

/** Delay before a tooltip in milliseconds; `NEXT_MS` applies directly after another tooltip. */
const DELAY_MS = 500
const NEXT_MS = 150
/** Time for the pointer to reach the tooltip, milliseconds. */
const STAY_MS = 100
const GAP = 6

export function startTooltips(): void {
  const bubble = document.body.appendChild(makeBubble())
  let shownFor: HTMLElement | null = null
  let waitingFor: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastHidden = -Infinity
  const watcher = new MutationObserver((changes) => {
    if (changes.every(({ target }) => bubble.contains(target))) return
    if (shownFor?.isConnected) write(bubble, shownFor)
    else hide()
  })

  function show(element: HTMLElement): void {
    hide()
    if (element.getAttribute('aria-expanded') === 'true') return // a tooltip would cover the opened element
    shownFor = element
    // Appends the tooltip to the closest dialog or page region: there screen readers find it, and a dialog does not
    // cover it.
    const container = element.closest(CONTAINER_SELECTOR) ?? document.body
    if (bubble.parentElement !== container) container.append(bubble)
    write(bubble, element)
    if (element.getAttribute('aria-label') !== element.dataset['tooltip'] && !element.ariaDescription)
      element.setAttribute('aria-describedby', bubble.id)
    watcher.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-tooltip'] })
  }
  function hide(): void {
    clearTimeout(timer)
    waitingFor = null
    if (!shownFor) return
    if (shownFor.getAttribute('aria-describedby') === bubble.id) shownFor.removeAttribute('aria-describedby')
    shownFor = null
    bubble.hidePopover()
    watcher.disconnect()
    lastHidden = performance.now()
  }
  function over({ target, pointerType }: PointerEvent): void {
    if (pointerType === 'touch' || !(target instanceof Element)) return
    const element = target.closest<HTMLElement>('[data-tooltip]')
    if (bubble.contains(target) || (element && element === shownFor)) return clearTimeout(timer)
    if (element === waitingFor) return
    clearTimeout(timer)
    waitingFor = element
    if (!element) timer = setTimeout(hide, STAY_MS)
    else timer = setTimeout(() => show(element), shownFor || isSoon(lastHidden) ? NEXT_MS : DELAY_MS)
  }

  document.addEventListener('pointerover', over)
  document.addEventListener('focusin', ({ target }) => {
    const element = (target as Element).closest<HTMLElement>('[data-tooltip]')
    if (element && element === target && element.matches(':focus-visible')) show(element)
    else hide()
  })
  document.addEventListener('focusout', hide)
  document.addEventListener('pointerdown', hide)
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), { capture: true })
  document.addEventListener('scroll', hide, { capture: true, passive: true })
  window.addEventListener('blur', hide)
}

const CONTAINER_SELECTOR = '[role=dialog], [role=alertdialog], main, nav, aside, header'

const isSoon = (lastHidden: number): boolean => performance.now() - lastHidden < DELAY_MS

function makeBubble(): HTMLElement {
  const bubble = document.createElement('div')
  bubble.id = 'tooltip'
  bubble.role = 'tooltip'
  bubble.popover = 'manual'
  bubble.className =
    'fixed inset-auto top-0 left-0 w-max max-w-72 animate-appear items-center gap-2 rounded-s bg-text px-2 py-1 text-12 text-canvas shadow-2 open:flex print:hidden'
  return bubble
}

function write(bubble: HTMLElement, element: HTMLElement): void {
  const { tooltip: text = '', tooltipKeys: keys } = element.dataset
  bubble.replaceChildren(text)
  if (keys) {
    const shown = bubble.appendChild(document.createElement('kbd'))
    shown.className = 'font-sans opacity-70'
    shown.textContent = keys
  }
  if (!bubble.matches(':popover-open')) bubble.showPopover()
  const of = element.getBoundingClientRect()
  const { width, height } = bubble.getBoundingClientRect()
  const above = of.top - height - GAP
  const left = of.left + (of.width - width) / 2
  const furthest = document.documentElement.clientWidth - width - GAP
  bubble.style.top = `${above >= GAP ? above : of.bottom + GAP}px`
  bubble.style.left = `${Math.max(GAP, Math.min(left, furthest))}px`
}
