import { useRouter } from '@tanstack/react-router'
import { CloudOff } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useLasting } from '../../ui/lasting.ts'
import { connection as texts } from './messages.ts'
import { useConnectionLost } from './connection.ts'

export function ConnectionBanner() {
  const { connection } = useRouter().options.context
  const lost = useLasting(useConnectionLost(connection), 600)
  return (
    <div role="status">
      {lost && (
        <p className="flex min-h-10 animate-appear items-center justify-center gap-x-3 border-b border-line bg-warn-soft px-4 py-1 text-14">
          <CloudOff aria-hidden className="size-4 shrink-0 text-warn" />
          <span className="min-w-0">{texts.lost}</span>
          <Button look="link" className="shrink-0" onClick={() => void connection.ask()}>
            {texts.retry}
          </Button>
        </p>
      )}
    </div>
  )
}
