import { Link } from '@tanstack/react-router'
import { createContext, useContext, useEffect, useRef } from 'react'
import { common } from './messages.ts'

export interface Section {
  path: string
  title: string
}

const SectionList = createContext<readonly Section[]>([])

export const Sections = SectionList.Provider

/** Pages that share an entry of the rail. */
export function SectionStrip() {
  const sections = useContext(SectionList)
  return sections.length === 0 ? null : (
    <Strip label={common.sections}>
      {sections.map(({ path, title }) => (
        <Link
          key={path}
          to={path as '/'}
          search={({ hub }: { hub?: string }) => (hub === undefined ? {} : { hub })}
          activeOptions={{ exact: true, includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
          className={STRIP_ENTRY}
        >
          {title}
        </Link>
      ))}
    </Strip>
  )
}

export const STRIP_ENTRY =
  '-mb-px flex min-h-hit shrink-0 items-center border-b-2 border-transparent px-0.5 text-muted hover:text-text aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-text'

export function Strip({ label, children }: { label: string; children: React.ReactNode }) {
  const strip = useRef<HTMLElement>(null)
  // On a phone the strip is wider than the window.
  useEffect(() => {
    strip.current
      ?.querySelector('[aria-current=page]')
      ?.scrollIntoView({ inline: 'center', block: 'nearest' })
  })
  return (
    <nav
      ref={strip}
      aria-label={label}
      className="-mx-4 flex shrink-0 gap-5 overflow-x-auto border-b border-line px-4 whitespace-nowrap md:mx-0 md:px-0 print:hidden"
    >
      {children}
    </nav>
  )
}
