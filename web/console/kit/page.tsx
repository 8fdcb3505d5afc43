import { useMatch, useRouter, type RegisteredRouter } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { common } from './messages.ts'
import { SectionStrip } from './sections.tsx'

export const CONTENT = 'content'

export interface PageProps {
  title?: string
  count?: string | undefined
  state?: ReactNode
  acts?: ReactNode
  above?: ReactNode
  lead?: ReactNode
  fills?: boolean
  children: ReactNode
}

/** After a navigation, the focus moves to the title for keyboards and screen readers. */
export function PageFrame({ title: given, count, state, acts, above, lead, fills, children }: PageProps) {
  const own = usePageTitle()
  const title = given ?? own
  const heading = useRef<HTMLHeadingElement>(null)
  useWindowTitle(title)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <main
      id={CONTENT}
      data-printed
      tabIndex={-1}
      className="relative min-h-0 min-w-0 flex-1 overflow-y-auto outline-none"
    >
      <div
        className={`mx-auto flex w-full max-w-7xl flex-col gap-4 px-4 py-5 md:px-8 md:py-6 ${fills ? 'md:h-full' : ''}`}
      >
        <SectionStrip />
        {above}
        <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 ref={heading} tabIndex={-1} className="text-20 font-semibold break-words outline-none">
            {title}
          </h1>
          {count !== undefined && <span className="text-14 text-faint tabular-nums">{count}</span>}
          {state}
          {acts && <div className="ms-auto flex flex-wrap items-center gap-2 print:hidden">{acts}</div>}
        </header>
        {lead && (
          <p className={cx('max-w-prose text-13 text-pretty text-muted', acts ? '-mt-1 md:-mt-3' : '-mt-3')}>
            {lead}
          </p>
        )}
        {children}
      </div>
    </main>
  )
}

export const usePageTitle = (): string =>
  useMatch({ strict: false, select: ({ staticData }) => staticData.title ?? '' })

export const useTitleOf = (path: keyof RegisteredRouter['routesByPath']): string =>
  useRouter().routesByPath[path].options.staticData?.title ?? ''

export function useWindowTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${common.console}`
  }, [title])
}
