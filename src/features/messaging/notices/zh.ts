import { numberIn } from '#ground/turn/language/formats.ts'
import { roundedDelay, type Notices } from './shape.ts'

const delay = (ms: number): string => {
  const { count, unit } = roundedDelay(ms)
  return `${numberIn('zh', count)} ${unit === 'second' ? '秒' : '分钟'}`
}

export const zh: Notices = {
  working: '正在处理……',
  retrying: (reason, afterMs) => `${reason} Hub 将在 ${delay(afterMs)}后重试。发送 /stop 可取消。`,
  stopped: '已停止。',
  nothingToStop: '目前没有正在生成的回答。',
  began: '新对话已开始，之前的内容不再使用。',
  help: [
    '请写下您想了解或想完成的事情。您也可以发送文件。',
    '/new – 开始新对话\n/stop – 停止正在生成的回答\n/whoami – 查看您在此处的身份\n/help – 显示此说明',
  ].join('\n\n'),
  noAccess: '您还无权使用此智能体。请联系管理员。',
  blocked: '您已被封禁。请联系管理员。',
  withdrawn: '您不再有权使用此智能体，因此回答到此结束。',
  failed: '无法回答。',
  inLog: 'Hub 的管理员可以在日志中找到原因。',
  cutOff: '无法回答：多次中断。',
  noWords: '模型返回了空回答。请重新发送消息，或换一种说法提问。',
  declined: {
    unattended: (server) => `${server} 提出了一个问题，但已被拒绝：问题只能在网页聊天中回答。`,
    unclear: (server) =>
      `${server} 提出了一个问题，但已被拒绝：该服务器同时为多人或多个聊天工作，且未指明是哪次调用。`,
  },
  call: {
    approve: '批准',
    decline: '拒绝',
    waits: (link) => `尚未执行任何操作。请批准或拒绝此调用，或在此处修改：${link}`,
    more: (count) => `……另有 ${numberIn('zh', count)} 项，请通过链接查看`,
    decided: {
      approved: '已批准。',
      declined: '已拒绝，未执行任何操作。',
      expired: '未及时决定，未执行任何操作。',
      stale: '此调用已过期，因为它被修改过，或其工具已更改。',
    },
    already: { approved: '您已批准此调用。', declined: '您已拒绝此调用，未执行任何操作。' },
    askAgain: { expired: '请重新提出请求。', stale: '请打开消息中的链接来决定。' },
    foreign: '只有提出此请求的人才能决定。',
    forbidden: '您不再拥有此调用所需的权限。请联系管理员，或拒绝此调用。',
  },
  whoami: ({ email, agent }) => `您是 ${email}，正在与 ${agent} 对话。`,
  decided: {
    done: (summary) => `已确认并完成：“${summary}”。`,
    failed: (summary) => `已确认，但执行失败：“${summary}”。`,
    refused: (summary) => `未执行：“${summary}”。`,
    rejected: (summary) => `您拒绝了“${summary}”。未执行任何操作。`,
    expired: (summary) => `“${summary}”未及时确认。未执行任何操作。`,
  },
  result: (link) => `结果：${link}`,
  wholeResult: (link) => `完整结果：${link}`,
  cut: {
    length: '回答到此中断：已达到模型的长度上限。发送“继续”即可查看其余内容。',
    unbegun: '模型在写出任何内容之前就达到了长度上限。',
    filter: '回答到此中断：模型提供商的内容过滤器终止了回答。',
    withheld: '没有回答：模型提供商的内容过滤器终止了回答。',
  },
}
