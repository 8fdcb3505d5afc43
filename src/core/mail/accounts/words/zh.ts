import type { AccountWords } from './shape.ts'

export const zh: AccountWords = {
  invitation: ({ host, invitedBy, until }) => ({
    subject: `${host} 的邀请`,
    before: [`${invitedBy} 邀请您使用 ${host} 上的 Hub Service。`],
    act: '接受邀请',
    after: [`此链接只能使用一次，有效期至 ${until}。`, '如果您没有预料到此邀请，请忽略本邮件。'],
  }),
  reset: (host) => ({
    subject: `重设 ${host} 的密码`,
    before: [`您可以通过此链接为您在 ${host} 上的账户设置新密码。`],
    act: '设置新密码',
    after: ['此链接只能使用一次，有效期为一小时。', '如果您不需要新密码，请忽略本邮件，您的密码不会改变。'],
  }),
  passwordChanged: (host) => ({
    subject: `您在 ${host} 的密码已更改`,
    before: [`您在 ${host} 上的账户已通过发往此地址的邮件中的链接设置了新密码。所有会话均已结束。`],
    act: '',
    after: ['如果这不是您本人的操作，请立即通知管理员。'],
  }),
  orOpen: '或打开此地址：',
}
