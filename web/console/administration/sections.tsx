import { useLocation, useNavigate } from '@tanstack/react-router'
import { Segmented } from '../../ui/segmented.tsx'
import { administration } from './messages.ts'

const SECTIONS = [
  { value: '/web-chat', label: administration.models },
  { value: '/web-chat/sign-up', label: administration.signUp },
  { value: '/web-chat/groups', label: administration.groups },
  { value: '/web-chat/sign-ins', label: administration.signIns },
  { value: '/web-chat/providers', label: administration.providers },
] as const

type Section = (typeof SECTIONS)[number]['value']

export function Sections() {
  const here = useLocation({ select: ({ pathname }) => pathname })
  const navigate = useNavigate()
  const section = SECTIONS.findLast(({ value }) => here.endsWith(value))?.value ?? '/web-chat'
  return (
    // On a phone the control is wider than the window.
    <div className="-mx-4 shrink-0 overflow-x-auto px-4 whitespace-nowrap md:mx-0 md:px-0">
      <Segmented<Section>
        label={administration.sections}
        value={section}
        options={SECTIONS}
        onChange={(to) => void navigate({ to })}
      />
    </div>
  )
}
