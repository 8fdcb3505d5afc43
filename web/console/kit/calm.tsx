import type { ReactNode } from 'react'
import { common } from './messages.ts'
import { CONTENT, useWindowTitle } from './page.tsx'

export function Calm(props: { icon: ReactNode; title: string; text: string; children?: ReactNode }) {
  useWindowTitle(props.title)
  return (
    <main
      id={CONTENT}
      tabIndex={-1}
      className="mx-auto flex h-full max-w-md flex-1 flex-col items-center justify-center gap-2 px-4 text-center outline-none"
    >
      <span aria-hidden className="text-faint [&_svg]:size-7">
        {props.icon}
      </span>
      <h1 className="text-20 font-semibold">{props.title}</h1>
      <p className="text-14 text-muted">{props.text}</p>
      {props.children ?? (
        <a href="/" className="mt-2 text-14 text-accent-text underline underline-offset-4">
          {common.toChat}
        </a>
      )}
    </main>
  )
}
