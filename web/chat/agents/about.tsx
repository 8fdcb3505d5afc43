import { Info } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { agents as texts } from './messages.ts'
import { lazyOpened } from '../../ui/lazy-opened.tsx'

const AboutAgent = lazyOpened(async () => (await import('./about-agent.tsx')).AboutAgent)

export function useAbout(agent: { id: string; name: string } | undefined, console: string) {
  const [isOpen, setOpen] = useState(false)
  const panel: ReactNode = isOpen && agent && (
    <AboutAgent agent={agent} console={console} onClose={() => setOpen(false)} />
  )
  return { open: () => setOpen(true), panel }
}

export const AboutButton = ({ onOpen }: { onOpen(): void }) => (
  <Button look="quiet" icon={<Info aria-hidden />} onClick={onOpen}>
    {texts.about}
  </Button>
)
