import { Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { LanguageField } from '../../ui/language-field.tsx'
import { PageFrame } from '../kit/page.tsx'
import { KEYS_ADDRESS, shell } from './messages.ts'
import { PERSONAL_PAGES } from './page-table.ts'

const LINK = 'font-medium underline-offset-4 after:absolute after:inset-0 hover:underline'

export const YoursPage = () => (
  <PageFrame>
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {PERSONAL_PAGES.map(({ path, texts, icon: Icon }) => (
        <Card key={path} icon={<Icon aria-hidden />} about={texts().about}>
          <Link to={path as '/'} className={LINK}>
            {texts().title}
          </Link>
        </Card>
      ))}
      <Card icon={<KeyRound aria-hidden />} about={shell.keysText}>
        <a href={KEYS_ADDRESS} className={LINK}>
          {shell.keys}
        </a>
      </Card>
    </ul>
    <div className="max-w-xs">
      <LanguageField />
    </div>
  </PageFrame>
)

interface CardProps {
  icon: ReactNode
  about: string | undefined
  children: ReactNode
}

const Card = ({ icon, about, children }: CardProps) => (
  <li className="relative flex gap-3 rounded-l border border-line bg-raised p-4 hover:bg-hover [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted">
    {icon}
    <span className="min-w-0">
      {children}
      <span className="block text-13 text-muted">{about}</span>
    </span>
  </li>
)
