import { FileX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Instead } from './body/body-states.tsx'
import { artifactTexts as texts } from './messages.ts'

export interface NotOpenProps {
  /** Whether they may see it no longer, or never saw it. */
  state: 'gone' | 'missing'
  /** It is the page's only content. */
  isPage?: boolean
  /** Available actions. */
  children: ReactNode
}

/** Replaces an artifact that is unavailable to a person. */
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
