import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { common } from '../kit/messages.ts'
import { passwords } from './messages.ts'

const LENGTH = 20
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export function NewPassword({ value, onChange }: { value: string; onChange(password: string): void }) {
  return (
    <div className="flex flex-col gap-2">
      <PasswordField
        label={passwords.label}
        hint={passwords.hint}
        value={value}
        required
        minLength={8}
        maxLength={256}
        autoComplete="new-password"
        texts={{ show: common.showPassword, hide: common.hidePassword }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className="flex items-center gap-1">
        <Button look="link" onClick={() => onChange(strongPassword())}>
          {passwords.make}
        </Button>
        {value && <CopyButton label={passwords.copy} copiedLabel={common.copied} text={() => value} />}
      </div>
    </div>
  )
}

/** 116 bits of entropy. */
function strongPassword(): string {
  const random = crypto.getRandomValues(new Uint32Array(LENGTH))
  return Array.from(random, (number) => LETTERS[number % LETTERS.length]).join('')
}
