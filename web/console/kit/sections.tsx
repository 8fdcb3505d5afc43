import { Link } from '@tanstack/react-router'
import { createContext, useContext, useEffect, useRef } from 'react'
import { cx } from '../../ui/cx.ts'

export interface Section {
  path: string
  title: string
  isCurrent: boolean
}

export interface Strip {
  label: string
  sections: readonly Section[]
}

const Strips = createContext<readonly Strip[]>([])

export const SectionStrips = Strips.Provider

/** Links to the pages that share an entry of the rail, or to the tabs of an object. */
export const Sections = () =>
  useContext(Strips).map((strip, level) => <SectionStrip key={strip.label} strip={strip} level={level} />)

function SectionStrip({ strip: { label, sections }, level }: { strip: Strip; level: number }) {
  const strip = useRef<HTMLElement>(null)
  const current = sections.find(({ isCurrent }) => isCurrent)?.path
  // On a phone the strip is wider than the window.
  useEffect(() => {
    const { current: nav } = strip
    const link = nav?.querySelector<HTMLElement>('[aria-current=page]')
    if (nav && link) nav.scrollLeft = link.offsetLeft - nav.clientWidth / 2
  }, [current])
  return (
    <nav
      ref={strip}
      aria-label={label}
      className={cx(
        'relative -mx-4 flex shrink-0 gap-x-5 overflow-x-auto px-4 whitespace-nowrap md:mx-0 md:px-0 print:hidden',
        level === 0 ? 'border-b border-line' : '-my-2 text-13',
      )}
    >
      {sections.map(({ path, title, isCurrent }) => (
        <Link
          key={path}
          to={path as '/'}
          search={({ hub }: { hub?: string }) => (hub === undefined ? {} : { hub })}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={isCurrent ? 'page' : undefined}
          className={cx(
            'flex min-h-hit shrink-0 items-center px-0.5 text-muted hover:text-text aria-[current=page]:font-medium aria-[current=page]:text-text',
            level === 0 && 'border-b-2 border-transparent aria-[current=page]:border-accent',
          )}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}
