import type { KeyboardEvent, ReactNode, Ref } from 'react'

export interface GroupSectionProps {
  title: string
  heading: Ref<HTMLHeadingElement> | undefined
  children: ReactNode
}

export const GroupSection = ({ title, heading, children }: GroupSectionProps) => (
  <section aria-label={title}>
    {heading !== undefined && (
      <h2 ref={heading} className="px-2 pt-3 pb-1 text-12 font-medium text-faint">
        {title}
      </h2>
    )}
    <ul>{children}</ul>
  </section>
)

export function moveFocus(event: KeyboardEvent<HTMLElement>, toStart?: () => void) {
  const links = [...event.currentTarget.querySelectorAll('a')]
  const at = links.findIndex((link) => link === document.activeElement)
  if (at === -1) return
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (event.key === 'Home') {
    toStart?.()
    const list = event.currentTarget
    requestAnimationFrame(() => requestAnimationFrame(() => list.querySelector('a')?.focus()))
  } else if (step) links[at + step]?.focus()
  else return
  event.preventDefault()
}
