import { Link } from '@tanstack/react-router'
import { createContext, useContext, useEffect } from 'react'
import { cx } from '../../ui/cx.ts'
import { useHiddenSides } from '../../ui/hidden-sides.ts'

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
  const { scroller, hidden, onScroll } = useHiddenSides<HTMLElement>()
  const current = sections.find(({ isCurrent }) => isCurrent)?.path
  // Scrolls to the current link, because on a phone the strip is wider than the window.
  useEffect(() => {
    const { current: nav } = scroller
    const link = nav?.querySelector<HTMLElement>('[aria-current=page]')
    if (nav && link) nav.scrollTo({ left: link.offsetLeft - nav.clientWidth / 2 })
  }, [current, scroller])
  return (
    <nav
      ref={scroller}
      aria-label={label}
      data-hidden={hidden}
      onScroll={onScroll}
      className={cx(
        'fades-sides relative -mx-4 flex shrink-0 overflow-x-auto px-4 whitespace-nowrap md:px-0 print:hidden',
        level === 0 ? 'gap-x-5 border-b border-line md:mx-0' : '-my-1 gap-x-1 text-13 max-md:px-2 md:-mx-2.5',
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
            'flex min-h-hit shrink-0 items-center text-muted hover:text-text aria-[current=page]:font-medium aria-[current=page]:text-text',
            level === 0
              ? 'border-b-2 border-transparent px-0.5 aria-[current=page]:border-accent'
              : 'rounded-m px-2.5 hover:bg-hover aria-[current=page]:bg-selected',
          )}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}
