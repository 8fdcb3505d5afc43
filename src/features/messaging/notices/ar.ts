import { isolated, numberIn, pluralIn } from '#ground/turn/language/formats.ts'
import { roundedDelay, type Notices } from './shape.ts'

const delay = (ms: number): string => {
  const { count, unit } = roundedDelay(ms)
  const number = numberIn('ar', count)
  return unit === 'second'
    ? pluralIn('ar', count, {
        one: 'ثانية واحدة',
        two: 'ثانيتين',
        few: `${number} ثوانٍ`,
        other: `${number} ثانية`,
      })
    : pluralIn('ar', count, {
        one: 'دقيقة',
        two: 'دقيقتين',
        few: `${number} دقائق`,
        other: `${number} دقيقة`,
      })
}

export const ar: Notices = {
  working: 'جارٍ العمل على طلبك…',
  retrying: (reason, afterMs) => `${reason} سيعيد المركز المحاولة بعد ${delay(afterMs)}. اكتب /stop للإلغاء.`,
  stopped: 'تم الإيقاف.',
  nothingToStop: 'لا توجد إجابة قيد الكتابة الآن.',
  began: 'بدأت محادثة جديدة، ولن يُستخدم ما سبق.',
  help: [
    'اكتب ما تريد معرفته أو إنجازه. يمكنك إرسال ملفات أيضًا.',
    '/new – بدء محادثة جديدة\n/stop – إيقاف الإجابة الجارية\n/whoami – من أنت هنا\n/help – هذا النص',
  ].join('\n\n'),
  noAccess: 'ليس لديك إذن باستخدام هذا الوكيل بعد. اطلبه من مسؤول.',
  blocked: 'حسابك محظور. تواصل مع مسؤول.',
  withdrawn: 'لم يعد لديك إذن باستخدام هذا الوكيل، لذلك تنتهي الإجابة هنا.',
  failed: 'تعذّرت الإجابة عن هذا.',
  inLog: 'يجد مسؤول المركز السبب في السجل.',
  cutOff: 'تعذّرت الإجابة عن هذا: انقطعت عدة مرات.',
  noWords: 'أعاد النموذج إجابة فارغة. أعد إرسال الرسالة أو اسأل بصياغة أخرى.',
  declined: {
    unattended: (server) => `طرح ${isolated(server)} سؤالًا فرُفض: لا يمكن الإجابة عن الأسئلة إلا في محادثة الويب.`,
    unclear: (server) =>
      `طرح ${isolated(server)} سؤالًا فرُفض: كان يعمل لعدة أشخاص أو محادثات ولم يحدد الاستدعاء.`,
  },
  call: {
    approve: 'موافقة',
    decline: 'رفض',
    waits: (link) => `لم يُنفَّذ شيء بعد. وافق على هذا الاستدعاء أو ارفضه، أو عدّله هنا: ${link}`,
    more: (count) => `… وغيرها (${numberIn('ar', count)}) عبر الرابط`,
    decided: {
      approved: 'تمت الموافقة.',
      declined: 'تم الرفض. لم يُنفَّذ شيء.',
      expired: 'لم يُتخذ قرار في الوقت المحدد. لم يُنفَّذ شيء.',
      stale: 'هذا الاستدعاء قديم، لأنه عُدّل أو تغيّرت أداته.',
    },
    already: { approved: 'لقد وافقت على هذا من قبل.', declined: 'لقد رفضت هذا من قبل. لم يُنفَّذ شيء.' },
    askAgain: { expired: 'اطلبه مرة أخرى.', stale: 'افتح الرابط في الرسالة لاتخاذ القرار.' },
    foreign: 'لا يمكن اتخاذ القرار إلا لمن طلب ذلك.',
    forbidden: 'لم يعد لديك الإذن اللازم لهذا الاستدعاء. اطلبه من مسؤول أو ارفض الاستدعاء.',
  },
  whoami: ({ email, agent }) => `أنت ${isolated(email)} وتراسل ${isolated(agent)}.`,
  decided: {
    done: (summary) => `تم التأكيد والتنفيذ: «${isolated(summary)}».`,
    failed: (summary) => `تم التأكيد لكن التنفيذ فشل: «${isolated(summary)}».`,
    refused: (summary) => `لم يُنفَّذ: «${isolated(summary)}».`,
    rejected: (summary) => `رفضت «${isolated(summary)}». لم يُنفَّذ شيء.`,
    expired: (summary) => `لم يُؤكَّد «${isolated(summary)}» في الوقت المحدد. لم يُنفَّذ شيء.`,
  },
  result: (link) => `النتيجة: ${link}`,
  wholeResult: (link) => `النتيجة الكاملة: ${link}`,
  cut: {
    length: 'تنتهي الإجابة هنا: بلغت الحد الأقصى لطول إجابات النموذج. اكتب «تابع» لقراءة البقية.',
    unbegun: 'بلغ النموذج حد الطول قبل أن يكتب شيئًا.',
    filter: 'تنتهي الإجابة هنا: أوقفها مرشّح المحتوى لدى مزوّد النموذج.',
    withheld: 'لا توجد إجابة: أوقفها مرشّح المحتوى لدى مزوّد النموذج.',
  },
}
