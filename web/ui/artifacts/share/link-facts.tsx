import type { ReactNode } from 'react'
import { When } from '../../when.tsx'
import { sharingTexts } from '../messages.ts'
import type { PublicLink } from '#features/artifacts/schema.ts'

const { link: texts } = sharingTexts

export const LinkFacts = ({ link }: { link: PublicLink }) => (
  <>
    {!link.active && <p className="text-13 text-muted">{texts.offText}</p>}
    <dl className="grid grid-cols-3 gap-x-4 gap-y-2 text-13">
      <Fact name={texts.expires}>
        <When at={link.expires_at} />
      </Fact>
      <Fact name={texts.opens}>{texts.times(link.opens)}</Fact>
      <Fact name={texts.lastOpened}>
        {link.last_opened_at === null ? texts.never : <When at={link.last_opened_at} />}
      </Fact>
    </dl>
  </>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-12 text-faint">{name}</dt>
    <dd className="tabular-nums">{children}</dd>
  </div>
)
