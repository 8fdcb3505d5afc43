//! A server made with the official Rust SDK: over stdio, or over HTTP at PEER_PORT.

use std::{env, fs::OpenOptions, io::Write, time::Duration};

use axum::Router;
use hub_service_peers::variable;
use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ElicitRequest, ElicitRequestParams, InputRequest,
        InputRequests, InputRequiredResult, ListToolsResult, PaginatedRequestParams, ProgressNotificationParam, ProtocolVersion,
        ServerCapabilities, ServerConfig,
    },
    service::RequestContext,
    transport::{
        stdio,
        streamable_http_server::{
            StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
        },
    },
};
use serde_json::{Value, json};

const PIXEL: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const WAIT: Duration = Duration::from_secs(10);

struct Server;

fn tool(name: &str, properties: Value) -> Value {
    let required: Vec<_> = properties.as_object().into_iter().flatten().map(|(key, _)| key).collect();
    let schema = json!({ "type": "object", "properties": properties, "required": required });
    json!({ "name": name, "description": name, "inputSchema": schema })
}

fn text(value: impl Into<String>) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(value)])
}

fn failed(message: impl Into<String>) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(message)])
}

fn record(line: &str) {
    let log = OpenOptions::new().append(true).create(true).open(variable("PEER_LOG"));
    if let Ok(mut file) = log {
        let _ = writeln!(file, "{line}");
    }
}

/// Records when a call starts, ends or is cancelled.
async fn wait(context: RequestContext<RoleServer>) -> CallToolResult {
    record("started");
    tokio::select! {
        () = tokio::time::sleep(WAIT) => record("ended"),
        () = context.ct.cancelled() => record("stopped"),
    }
    text("waited")
}

async fn steps(context: RequestContext<RoleServer>) -> CallToolResult {
    for done in 1..=3 {
        if let Some(token) = context.meta.get_progress_token() {
            let progress = ProgressNotificationParam::new(token, f64::from(done)).with_total(3.0);
            let _ = context.peer.notify_progress(progress).await;
        }
    }
    text("three steps")
}

fn form() -> ElicitRequestParams {
    let schema = json!({ "type": "object", "properties": { "bed": { "type": "string" } } });
    ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: "Which bed?".into(),
        requested_schema: serde_json::from_value(schema).expect("a schema"),
    }
}

/// A question in earlier revisions: a request to the client during the call.
async fn ask(context: RequestContext<RoleServer>) -> Result<CallToolResult, ErrorData> {
    let reply = context.peer.create_elicitation(form()).await;
    reply.map(|reply| answer(&json!(reply))).map_err(|error| ErrorData::internal_error(error.to_string(), None))
}

fn answer(reply: &Value) -> CallToolResult {
    text(format!("answer: {}", reply["action"].as_str().unwrap_or_default()))
}

/// A question in revision 2026-07-28: the response to the first call contains it, and the second call contains the answer.
fn question() -> InputRequiredResult {
    let mut requests = InputRequests::new();
    requests.insert("bed".into(), InputRequest::Elicitation(ElicitRequest::new(form())));
    InputRequiredResult::new(Some(requests), None)
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut tools = vec![
            tool("greet", json!({ "name": { "type": "string" } })),
            tool("add", json!({ "a": { "type": "integer" }, "b": { "type": "integer" } })),
        ];
        tools[1]["outputSchema"] = json!({ "type": "object", "properties": { "sum": { "type": "integer" } } });
        tools.extend(["fail", "picture", "steps", "wait", "ask"].map(|name| tool(name, json!({}))));
        Ok(serde_json::from_value(json!({ "tools": tools })).expect("a list of tools"))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let input = Value::Object(request.arguments.unwrap_or_default());
        let number = |name: &str| input[name].as_i64().unwrap_or_default();
        let result = match request.name.as_ref() {
            "greet" => text(format!("Hello {}", input["name"].as_str().unwrap_or_default())),
            "add" => CallToolResult::structured(json!({ "sum": number("a") + number("b") })),
            "fail" => failed("The well is dry"),
            "picture" => CallToolResult::success(vec![ContentBlock::image(PIXEL, "image/png")]),
            "steps" => steps(context).await,
            "wait" => wait(context).await,
            "ask" => match request.input_responses {
                Some(replies) => answer(&json!(replies)["bed"]),
                None if context.protocol_version() < Some(ProtocolVersion::V_2026_07_28) => ask(context).await?,
                None => return Ok(question().into()),
            },
            name => return Err(ErrorData::invalid_params(format!("no tool {name}"), None)),
        };
        Ok(result.into())
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    if let Ok(port) = env::var("PEER_PORT") {
        let service: StreamableHttpService<Server, LocalSessionManager> =
            StreamableHttpService::new(|| Ok(Server), Default::default(), StreamableHttpServerConfig::default());
        let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{port}")).await?;
        axum::serve(listener, Router::new().nest_service("/mcp", service)).await?;
    } else {
        Server.serve(stdio()).await?.waiting().await?;
    }
    Ok(())
}
