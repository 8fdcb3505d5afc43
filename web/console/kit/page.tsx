import { useMatch, useRouter, type RegisteredRouter } from '@tanstack/react-router'
import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { common } from './messages.ts'
import { Sections } from './sections.tsx'

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

export interface ObjectHead {
  title: string
  detail?: string
  above: ReactNode
  state?: ReactNode
}

const Head = createContext<ObjectHead | null>(null)

/** Pages within it are tabs of one object, whose name is the heading. */
export const ObjectPages = Head.Provider

/** After a navigation, the focus moves to the title for keyboards and screen readers. */
export function PageFrame({ title: given, fills, children, ...page }: PageProps) {
  const own = usePageTitle()
  const object = useContext(Head)
  const title = given ?? own
  useWindowTitle(object ? `${title} · ${object.title}` : title)
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
        {object ? <TabHead object={object} {...page} /> : <PageHead title={title} {...page} />}
        {children}
      </div>
    </main>
  )
}

type HeadProps = Omit<PageProps, 'title' | 'fills' | 'children'>

const PageHead = ({ title, count, state, acts, above, lead }: HeadProps & { title: string }) => (
  <>
    <Sections />
    {above}
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Heading title={title} />
      {count !== undefined && <span className="text-14 text-faint tabular-nums">{count}</span>}
      {state}
      {acts && <div className="ms-auto flex flex-wrap items-center gap-2 print:hidden">{acts}</div>}
    </header>
    {lead && (
      <p className={cx('max-w-prose text-13 text-pretty text-muted', acts ? '-mt-1 md:-mt-3' : '-mt-3')}>
        {lead}
      </p>
    )}
  </>
)

const TabHead = ({ object, state, acts, lead }: HeadProps & { object: ObjectHead }) => (
  <>
    {object.above}
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Heading title={object.title} />
      {object.detail && <span className="text-14 text-faint">{object.detail}</span>}
      {object.state}
    </header>
    <Sections />
    {(state ?? lead ?? acts) && (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {lead && <p className="min-w-0 flex-1 basis-72 text-13 text-pretty text-muted">{lead}</p>}
        {state}
        {acts && <div className="ms-auto flex flex-wrap items-center gap-2 print:hidden">{acts}</div>}
      </div>
    )}
  </>
)

function Heading({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className="text-20 font-semibold break-words outline-none">
      {title}
    </h1>
  )
}

export const usePageTitle = (): string =>
  useMatch({ strict: false, select: ({ staticData }) => staticData.title?.() ?? '' })

export const useTitleOf = (path: keyof RegisteredRouter['routesByPath']): string =>
  useRouter().routesByPath[path].options.staticData?.title?.() ?? ''

export function useWindowTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${common.console}`
  }, [title])
}
