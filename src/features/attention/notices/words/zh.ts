import { numberIn } from '#ground/turn/language/formats.ts'
import type { BudgetFacts, NoticeWords, TitleFacts } from './shape.ts'

const number = (value: number): string => numberIn('zh', value)

const ownerOf = ({ scope }: BudgetFacts, { hub, subject }: TitleFacts): string =>
  ({ hub, person: `${subject} 在 ${hub} 上`, task: `${hub} 的任务 ${subject}` })[scope]

export const zh: NoticeWords = {
  title: {
    hub_broken: ({ hub }) => `${hub} 无法启动`,
    hub_away: ({ hub }) => `无法连接 ${hub}`,
    hub_problems: ({ hub, count }) => `${hub} 的文件中有 ${number(count)} 个问题`,
    run_failed: ({ hub, subject, count }) =>
      `${hub} 的 ${subject} 失败${count === 1 ? '' : ` ${number(count)} 次`}`,
    run_retrying: ({ hub, subject, count }) => `${hub} 的 ${subject} 失败 ${number(count)} 次，正在重试`,
    model_failing: ({ hub, subject }) => `${hub} 的模型 ${subject} 没有响应`,
    answers_failed: ({ hub, subject, count }) =>
      `${subject} 发给 ${hub} 的 ${number(count)} 条消息没有得到回答`,
    channel_silent: ({ hub, subject }) => `${hub} 已有一周没有收到 ${subject} 的消息`,
    events_quarantined: ({ hub, count }) => `${hub} 有 ${number(count)} 个事件被隔离`,
    budget: (facts) => {
      const { budget, hub } = facts
      if (budget === null) return hub
      const when = budget.period === 'day' ? '今天的预算' : '本月的预算'
      return budget.isExhausted
        ? `${ownerOf(budget, facts)}已用完${when}`
        : `${ownerOf(budget, facts)}已使用${when}的 ${budget.share}`
    },
    sign_ups: ({ count }) => `${number(count)} 人等待批准`,
    access_request: ({ hub, subject }) => `${subject} 申请访问 ${hub}`,
    change_requests: ({ count }) => `${number(count)} 个变更请求等待您决定`,
    key_expires: ({ subject }) => `您的 API 密钥 ${subject} 即将过期`,
    certificate: ({ subject, level }) => `${subject} 的证书${level === 'failure' ? '已过期' : '即将过期'}`,
    backup: ({ level }) => (level === 'failure' ? '上次备份失败' : '已超过一周没有备份'),
  },
  solved: (title) => `已解决：${title}`,
  worse: (title) => `情况恶化：${title}`,
  several: (count) => `${number(count)} 个事项需要您关注`,
  more: (count) => `… 还有 ${number(count)} 个`,
  footer: (url) => `您在控制台中选择了这些通知。更改：${url}`,
  test: { subject: '通知测试', text: '这是一条示例。通知会发送到这里。' },
}
