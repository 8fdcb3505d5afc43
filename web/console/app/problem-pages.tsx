import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { Ban, CircleAlert, DoorClosed, MapPinOff } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { errorText, hasCode } from '../api/client.ts'
import { messages } from '../messages.ts'
import { CONTENT } from '../page.tsx'

const { entry, errors, common, shell } = messages

/** Shown in the place of the whole Console when it isn't open to the person, or can't be reached. */
export function EntryProblem({ error }: { error: unknown }) {
  if (hasCode(error, 'blocked')) return <Calm icon={<Ban />} title={entry.blocked} text={entry.blockedText} />
  if (hasCode(error, 'forbidden'))
    return <Calm icon={<DoorClosed />} title={entry.nothing} text={entry.nothingText} />
  return <PageError error={error} />
}

/** Shown when a page can't be. */
export function PageError({ error }: { error: unknown }) {
  const router = useRouter()
  const client = useQueryClient()
  async function retry() {
    await client.resetQueries()
    await router.invalidate()
  }
  return (
    <main role="alert" className="flex h-full flex-col items-center justify-center gap-2 px-4 text-center">
      <CircleAlert aria-hidden className="size-6 text-danger" />
      <h1 className="text-20 font-semibold">{errors.page}</h1>
      <p className="text-14 text-muted">{errorText(error)}</p>
      <Button look="primary" className="mt-2" onClick={() => void retry()}>
        {common.retry}
      </Button>
    </main>
  )
}

export function NotFoundPage() {
  return (
    <Calm icon={<MapPinOff />} title={errors.notFound} text={errors.notFoundText}>
      <Link to="/" className="mt-2 text-14 text-accent-text underline underline-offset-4">
        {errors.home}
      </Link>
    </Calm>
  )
}

/** A page that says one thing. */
export function Calm(props: { icon: ReactNode; title: string; text: string; children?: ReactNode }) {
  useEffect(() => {
    document.title = `${props.title} · ${shell.title}`
  }, [props.title])
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
          {entry.toChat}
        </a>
      )}
    </main>
  )
}
