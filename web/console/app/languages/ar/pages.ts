import type { ConsoleCatalogue } from '../catalogue.ts'

export const pages: Pick<ConsoleCatalogue, 'console.pages' | 'console.tabs'> = {
  'console.pages': {
    overview: {
      title: 'نظرة عامة',
      words: 'الرئيسية البداية إحصاءات استخدام تكلفة رموز محادثات رفض تنبيهات مشكلات',
    },
    notices: {
      title: 'الإشعارات',
      words: 'تنبيهات بريد إلكتروني webhook قناة Slack Telegram Mattermost ملخص ساعات الهدوء',
    },
    hubs: { title: 'الـ Hubs', words: 'Hub وكلاء مساعدون حالة إصدار يعمل' },
    people: { title: 'الأشخاص', words: 'حسابات مستخدمون أعضاء تسجيل موافقة حظر كلمة المرور حذف مسؤولون' },
    permissions: { title: 'الأذونات', words: 'صلاحيات حقوق قدرات أدوار أدوات' },
    groups: { title: 'المجموعات', words: 'فرق أعضاء أقسام' },
    organization: { title: 'المؤسسة', words: 'وصول مسؤولون إدارة منح كل الجميع Hubs' },
    workflows: { title: 'سير العمل', words: 'مهام جداول cron أتمتة تشغيل الآن' },
    runs: { title: 'عمليات التشغيل', words: 'مهام تنفيذ سجل فشل مخرجات سجلات إلغاء' },
    inbox: { title: 'الوارد', words: 'webhook تسليم أحداث نقاط النهاية عزل إعادة مرسلون' },
    messages: { title: 'الرسائل', words: 'قنوات WhatsApp Telegram Slack Mattermost محادثات هاتف' },
    roster: { title: 'هويات المرسلين', words: 'من هو مرسلون معرّفات أرقام هواتف غير معروف' },
    traces: {
      title: 'عمليات التتبّع',
      words: 'تتبع قياس خطوات زمن استجابة أخطاء تصحيح استدعاءات النموذج سجلات',
    },
    audit: { title: 'سجل التدقيق', words: 'سجل أدوات مرفوض مسموح من فعل ماذا' },
    accessChanges: { title: 'تغييرات الوصول', words: 'سجل تاريخ منح أذونات تغييرات' },
    signIns: { title: 'عمليات تسجيل الدخول', words: 'دخول محاولات فاشلة أمان' },
    models: {
      title: 'نماذج دردشة الويب',
      railTitle: 'الإعدادات',
      words: 'إعدادات خوادم النماذج اتصالات OpenAI Ollama API مزوّد',
    },
    signUp: {
      title: 'إنشاء الحسابات والإعلان',
      settings: {
        accounts: { title: 'من يمكنه إنشاء حساب', words: 'تسجيل اشتراك موافقة حسابات جديدة' },
        secondFactor: { title: 'العامل الثاني المطلوب', words: 'خطوتان 2FA MFA TOTP مفتاح مرور أمان' },
        banner: { title: 'الإعلان أعلى دردشة الويب', words: 'لافتة إشعار صيانة رسالة' },
      },
    },
    providers: { title: 'المزوّدون', words: 'هوية SSO دخول موحد OIDC SAML Google Microsoft تكاملات OAuth' },
    mail: { title: 'البريد الإلكتروني', words: 'إيميل SMTP خادم مرسل إشعارات' },
    instances: { title: 'المثيلات', words: 'أجهزة خوادم عنقود تفريغ حالة' },
    changes: {
      title: 'طلبات التغيير',
      about: 'تغييرات واستدعاءات أدوات يقترحها الوكلاء وتنتظر قرارك.',
      words: 'موافقات موافقة تأكيد قرار اقتراحات',
    },
    artifacts: {
      title: 'الأعمال',
      about: 'مستندات وصفحات ومخططات أنشأها الوكلاء لك أو شاركها آخرون معك.',
      words: 'ملفات مستندات معرض مشترك روابط',
    },
    connections: {
      title: 'الحسابات المرتبطة',
      about: 'حساباتك في خدمات أخرى، ويجوز للوكلاء استخدامها نيابةً عنك.',
      words: 'حسابات خدمات OAuth تكاملات GitHub Google ربط',
    },
    memory: { title: 'الذاكرة', about: 'ما يتذكره الوكلاء عنك.', words: 'ملاحظات حقائق محفوظة نسيان مسح' },
    mcp: {
      title: 'MCP',
      about: 'استخدم أدوات وكلائك في برامج أخرى.',
      words: 'مفاتيح API برامج عملاء Claude Cursor محرر رموز',
    },
    hub: { title: 'نظرة عامة', words: 'حالة إصدار نموذج تكلفة مشكلات' },
    access: { title: 'الوصول', words: 'أذونات صلاحيات منح أعضاء أشخاص مشاركة إضافة شخص' },
    ratings: { title: 'التقييمات', words: 'ملاحظات إعجاب جودة' },
    files: { title: 'الملفات', words: 'agent.md موجّهات تعليمات تحرير تعريف أدوات' },
    budgets: { title: 'الميزانيات', words: 'حدود إنفاق تكلفة حصة مال رموز' },
    settings: { title: 'الإعدادات', words: 'وضع مجموعات قنوات WhatsApp Telegram Slack Mattermost token رمز' },
  },
  'console.tabs': {
    overview: 'نظرة عامة',
    access: 'الوصول',
    activity: 'النشاط',
    files: 'الملفات والإصدارات',
    budgets: 'الميزانيات',
    settings: 'الإعدادات',
  },
}
