import { FileX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Instead } from './body/body-states.tsx'
import { artifactTexts as texts } from './messages.ts'

export interface NotOpenProps {
  state: 'gone' | 'missing'
  isPage?: boolean
  children: ReactNode
}

export const NotOpen = ({ state, isPage, children }: NotOpenProps) => (
  <Instead
    icon={<FileX aria-hidden />}
    title={texts[state]}
    text={state === 'gone' ? texts.goneText : texts.missingText}
    isAlert={state === 'gone'}
    isPage={isPage}
  >
    {children}
  </Instead>
)
