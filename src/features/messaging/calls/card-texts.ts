import { shortened } from '#ground/base/cut-text.ts'
import type { Language } from '#ground/turn/language/language.ts'
import type { Channel } from '../channel.ts'
import { noticesIn } from '../notices/notices.ts'
import type { PartText } from '../outbox/outbox.ts'
import { literal, withoutDirectionControls } from '../text/literal.ts'
import { onOneLine } from '../text/quoted-text.ts'
import type { WaitingCall } from './call.ts'

const MAX_NAME_LENGTH = 60
const MAX_VALUE_LENGTH = 300
/** Maximum length of the text on channels without buttons. Arguments beyond this length are omitted. */
const MAX_CARD_LENGTH = 3000

/** The texts of a message about a waiting call. The last of them has the buttons. */
export function cardTexts(
  { write, buttons }: Pick<Channel, 'write' | 'buttons'>,
  call: WaitingCall,
  language: Language,
): readonly PartText[] {
  const limit = buttons?.maxTextLength ?? MAX_CARD_LENGTH
  const fits = (shown: number) => {
    const texts = write(cardMarkdown(call, shown, language))
    return texts.length === 1 && texts[0]!.text.length <= limit ? texts : null
  }
  let shown = call.fields.length
  let texts = fits(shown)
  while (texts === null && shown > 0) texts = fits(--shown)
  if (texts === null) return write(cardMarkdown(call, 0, language))
  if (!buttons) return texts
  const { approve, decline } = noticesIn(language).call
  return [{ ...texts[0]!, card: { call: call.id, plan: call.planHash, approve, decline } }]
}

/** Each argument is on its own line and shown literally, so that a value cannot imitate other arguments. */
function cardMarkdown({ tool, title, fields, link }: WaitingCall, shown: number, language: Language): string {
  const { call } = noticesIn(language)
  const hidden = fields.length - shown
  const lines = fields
    .slice(0, shown)
    .map(({ name, value }) => `${line(name, MAX_NAME_LENGTH)}: ${line(value, MAX_VALUE_LENGTH)}`)
  return [
    `**${title === null ? line(tool, MAX_NAME_LENGTH) : `${line(title, MAX_VALUE_LENGTH)} (${line(tool, MAX_NAME_LENGTH)})`}**`,
    ...lines,
    ...(hidden > 0 ? [call.more(hidden)] : []),
    '',
    call.waits(literal(link)),
  ].join('\n')
}

const line = (text: string, maxLength: number): string =>
  literal(shortened(onOneLine(withoutDirectionControls(text)), maxLength))
