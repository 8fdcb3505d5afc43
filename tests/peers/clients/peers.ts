import { GO, JAVA, JAVASCRIPT, PYTHON, PYTHON_MCP_1, RUST, type Toolchain } from './toolchains.ts'

export interface Client {
  kind: 'chat' | 'mcp'
  id: string
  name: string
  toolchain: Toolchain
  package: string
  program: string
  environment?: Readonly<Record<string, string>>
  /** Number of requests that the client sends if the model fails; default 1. */
  requestsOfFailure?: number
}

export interface Server extends Omit<Client, 'kind' | 'environment'> {
  /** Tries that the library does not support. */
  missing?: readonly string[]
}

export const CLIENTS: readonly Client[] = [
  {
    kind: 'chat',
    id: 'openai-python',
    name: 'OpenAI for Python',
    toolchain: PYTHON,
    package: 'openai',
    program: 'openai_chat',
  },
  {
    kind: 'chat',
    id: 'langchain-python',
    name: 'LangChain (Python)',
    toolchain: PYTHON,
    package: 'langchain-openai',
    program: 'langchain_chat',
  },
  {
    kind: 'chat',
    id: 'pydantic-ai',
    name: 'Pydantic AI',
    toolchain: PYTHON,
    package: 'pydantic-ai-slim[openai,mcp]',
    program: 'pydantic_ai_chat',
  },
  {
    kind: 'chat',
    id: 'openai-agents',
    name: 'OpenAI Agents SDK',
    toolchain: PYTHON,
    package: 'openai-agents',
    program: 'openai_agents_chat',
  },
  {
    kind: 'chat',
    id: 'openai-js',
    name: 'OpenAI for Node',
    toolchain: JAVASCRIPT,
    package: 'openai',
    program: 'openai-chat',
  },
  {
    kind: 'chat',
    id: 'ai-sdk-compatible',
    name: 'AI SDK, `@ai-sdk/openai-compatible`',
    toolchain: JAVASCRIPT,
    package: '@ai-sdk/openai-compatible',
    program: 'ai-sdk-chat',
    environment: { PEER_PROVIDER: 'compatible' },
    requestsOfFailure: 3,
  },
  {
    kind: 'chat',
    id: 'ai-sdk-openai',
    name: 'AI SDK, `@ai-sdk/openai`',
    toolchain: JAVASCRIPT,
    package: '@ai-sdk/openai',
    program: 'ai-sdk-chat',
    environment: { PEER_PROVIDER: 'openai' },
    requestsOfFailure: 3,
  },
  {
    kind: 'chat',
    id: 'openai-go',
    name: 'OpenAI for Go',
    toolchain: GO,
    package: 'github.com/openai/openai-go/v3',
    program: 'openai_chat',
  },
  {
    kind: 'chat',
    id: 'async-openai',
    name: 'async-openai (Rust)',
    toolchain: RUST,
    package: 'async-openai',
    program: 'openai_chat',
    requestsOfFailure: 4,
  },
  {
    kind: 'chat',
    id: 'langchain4j',
    name: 'LangChain4j (Java)',
    toolchain: JAVA,
    package: 'langchain4j-open-ai',
    program: 'LangChain4jChat',
    requestsOfFailure: 3,
  },
  {
    kind: 'mcp',
    id: 'mcp-python',
    name: 'MCP SDK for Python',
    toolchain: PYTHON,
    package: 'mcp',
    program: 'mcp_client',
  },
  {
    kind: 'mcp',
    id: 'mcp-python-legacy',
    name: 'MCP SDK for Python, `mode="legacy"`',
    toolchain: PYTHON,
    package: 'mcp',
    program: 'mcp_client',
    environment: { PEER_MODE: 'legacy' },
  },
  {
    kind: 'mcp',
    id: 'fastmcp',
    name: 'FastMCP',
    toolchain: PYTHON,
    package: 'fastmcp',
    program: 'fastmcp_client',
  },
  {
    kind: 'mcp',
    id: 'langchain-mcp',
    name: 'LangChain MCP adapters',
    toolchain: PYTHON_MCP_1,
    package: 'langchain-mcp-adapters',
    program: 'langchain_mcp',
  },
  {
    kind: 'mcp',
    id: 'pydantic-ai-mcp',
    name: 'Pydantic AI',
    toolchain: PYTHON,
    package: 'pydantic-ai-slim[openai,mcp]',
    program: 'pydantic_ai_mcp',
  },
  {
    kind: 'mcp',
    id: 'openai-agents-mcp',
    name: 'OpenAI Agents SDK',
    toolchain: PYTHON,
    package: 'openai-agents',
    program: 'openai_agents_mcp',
  },
  {
    kind: 'mcp',
    id: 'mcp-js-1',
    name: 'MCP SDK for TypeScript, version 1',
    toolchain: JAVASCRIPT,
    package: '@modelcontextprotocol/sdk',
    program: 'mcp-client',
    environment: { PEER_SDK: '1' },
  },
  {
    kind: 'mcp',
    id: 'mcp-js-2',
    name: 'MCP SDK for TypeScript, version 2',
    toolchain: JAVASCRIPT,
    package: '@modelcontextprotocol/client',
    program: 'mcp-client',
    environment: { PEER_SDK: '2' },
  },
  {
    kind: 'mcp',
    id: 'ai-sdk-mcp',
    name: 'AI SDK, `@ai-sdk/mcp`',
    toolchain: JAVASCRIPT,
    package: '@ai-sdk/mcp',
    program: 'ai-sdk-mcp',
  },
  {
    kind: 'mcp',
    id: 'go-sdk',
    name: 'MCP SDK for Go',
    toolchain: GO,
    package: 'github.com/modelcontextprotocol/go-sdk',
    program: 'go_sdk_client',
  },
  {
    kind: 'mcp',
    id: 'mcp-go',
    name: 'mcp-go',
    toolchain: GO,
    package: 'github.com/mark3labs/mcp-go',
    program: 'mcp_go_client',
  },
  {
    kind: 'mcp',
    id: 'rmcp',
    name: 'MCP SDK for Rust',
    toolchain: RUST,
    package: 'rmcp',
    program: 'mcp_client',
  },
  {
    kind: 'mcp',
    id: 'mcp-java',
    name: 'MCP SDK for Java',
    toolchain: JAVA,
    package: 'mcp',
    program: 'McpJavaClient',
  },
]

export const SERVERS: readonly Server[] = [
  {
    id: 'mcp-python-server',
    name: 'MCP SDK for Python',
    toolchain: PYTHON,
    package: 'mcp',
    program: 'mcp_server',
  },
  { id: 'fastmcp-server', name: 'FastMCP', toolchain: PYTHON, package: 'fastmcp', program: 'fastmcp_server' },
  {
    id: 'mcp-js-1-server',
    name: 'MCP SDK for TypeScript, version 1',
    toolchain: JAVASCRIPT,
    package: '@modelcontextprotocol/sdk',
    program: 'mcp-server-1',
  },
  {
    id: 'mcp-js-2-server',
    name: 'MCP SDK for TypeScript, version 2',
    toolchain: JAVASCRIPT,
    package: '@modelcontextprotocol/server',
    program: 'mcp-server-2',
    missing: ['question (http, 2025-11-25)'],
  },
  {
    id: 'go-sdk-server',
    name: 'MCP SDK for Go',
    toolchain: GO,
    package: 'github.com/modelcontextprotocol/go-sdk',
    program: 'go_sdk_server',
  },
  {
    id: 'mcp-go-server',
    name: 'mcp-go',
    toolchain: GO,
    package: 'github.com/mark3labs/mcp-go',
    program: 'mcp_go_server',
  },
  {
    id: 'rmcp-server',
    name: 'MCP SDK for Rust',
    toolchain: RUST,
    package: 'rmcp',
    program: 'mcp_server',
  },
]
