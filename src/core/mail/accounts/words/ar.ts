import { isolated } from '#ground/turn/language/formats.ts'
import type { AccountWords } from './shape.ts'

export const ar: AccountWords = {
  invitation: ({ host, invitedBy, until }) => ({
    subject: `دعوة إلى ${isolated(host)}`,
    before: [`يدعوك ${isolated(invitedBy)} إلى ${isolated('Hub Service')} على ${isolated(host)}.`],
    act: 'قبول الدعوة',
    after: [`يعمل الرابط مرة واحدة، حتى ${until}.`, 'إذا لم تكن تتوقع هذه الدعوة، فتجاهل هذه الرسالة.'],
  }),
  reset: (host) => ({
    subject: `كلمة مرور جديدة لموقع ${isolated(host)}`,
    before: [`بهذا الرابط تعيّن كلمة مرور جديدة لحسابك على ${isolated(host)}.`],
    act: 'تعيين كلمة مرور جديدة',
    after: [
      'يعمل الرابط مرة واحدة، لمدة ساعة.',
      'إذا كنت لا تريد كلمة مرور جديدة، فتجاهل هذه الرسالة: تبقى كلمة مرورك كما هي.',
    ],
  }),
  passwordChanged: (host) => ({
    subject: `تغيّرت كلمة مرورك على ${isolated(host)}`,
    before: [
      `لحسابك على ${isolated(host)} كلمة مرور جديدة، عُيّنت برابط في رسالة إلى هذا العنوان. انتهت جميع الجلسات.`,
    ],
    act: '',
    after: ['إذا لم تفعل ذلك بنفسك، فأخبر أحد المسؤولين فورًا.'],
  }),
  orOpen: 'أو افتح هذا العنوان:',
}
