import { CircleAlert, Hourglass, Link2, Link2Off } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Mark } from '../../../ui/mark.tsx'
import { BodyLoading, Instead } from '../../../ui/artifacts/body/body-states.tsx'
import { artifacts } from '../messages.ts'
import { openLink, type OpenedLink } from './open.ts'
import { SharedFile } from './shared-file.tsx'

const { publicPage: texts } = artifacts

export function PublicLinkPage({ token }: { token: string | null }) {
  const [opened, setOpened] = useState<OpenedLink | null>(null)
  const isAsked = useRef(false)
  const open = async () => {
    setOpened(null)
    if (token !== null) setOpened(await openLink(token))
  }
  const openAgain = async () => {
    const again = await openLink(token ?? '')
    if (again.state === 'open') return true
    setOpened(again)
    return false
  }
  useEffect(() => {
    // The server counts each opening, so only one request is sent.
    if (isAsked.current) return
    isAsked.current = true
    void open()
  })
  if (opened?.state === 'open') return <SharedFile artifact={opened.artifact} openAgain={openAgain} />
  return (
    <div className="flex min-h-dvh flex-col">
      <main className="flex flex-1 flex-col justify-center">
        {token === null ? (
          <Instead isPage icon={<Link2 aria-hidden />} title={texts.againTitle} text={texts.againText} />
        ) : opened === null ? (
          <BodyLoading />
        ) : (
          <NotOpened state={opened.state} onRetry={() => void open()} />
        )}
      </main>
      <footer className="flex items-center justify-center gap-2 p-6 text-13 text-faint">
        <Mark className="size-4" />
        {texts.product}
      </footer>
    </div>
  )
}

function NotOpened({ state, onRetry }: { state: 'dead' | 'busy' | 'failed'; onRetry(): void }) {
  useEffect(() => {
    document.title = { dead: texts.deadTitle, busy: texts.busyTitle, failed: texts.failedTitle }[state]
  }, [state])
  if (state === 'dead')
    return (
      <Instead isPage isAlert icon={<Link2Off aria-hidden />} title={texts.deadTitle} text={texts.deadText} />
    )
  const isBusy = state === 'busy'
  return (
    <Instead
      isPage
      isAlert
      icon={isBusy ? <Hourglass aria-hidden /> : <CircleAlert aria-hidden />}
      title={isBusy ? texts.busyTitle : texts.failedTitle}
      text={isBusy ? texts.busyText : texts.failedText}
    >
      <Button onClick={onRetry}>{texts.retry}</Button>
    </Instead>
  )
}
