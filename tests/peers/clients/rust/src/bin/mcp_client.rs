//! The official Rust SDK.

use hub_service_peers::{Failure, SLOW, START, Tried, attempt, id, variable};
use rmcp::{
    RoleClient, ServiceExt,
    model::{CallToolRequestParams, GetPromptRequestParams, ReadResourceRequestParams},
    service::RunningService,
    transport::{
        AuthClient, AuthorizationManager, AuthorizationRequest, StreamableHttpClientTransport,
        auth::OAuthState, streamable_http_client::StreamableHttpClientTransportConfig,
    },
};
use serde_json::{Value, json};

async fn connect(key: &str) -> Result<RunningService<RoleClient, ()>, Failure> {
    let config = StreamableHttpClientTransportConfig::with_uri(variable("HUB_MCP")).auth_header(key);
    Ok(().serve(StreamableHttpClientTransport::from_config(config)).await?)
}

fn params(name: &str, arguments: Value) -> CallToolRequestParams {
    serde_json::from_value(json!({ "name": name, "arguments": arguments })).expect("a call")
}

async fn call_by(key: &str, name: &str, arguments: Value) -> Tried {
    call_in(connect(key).await?, name, arguments).await
}

async fn call_in(session: RunningService<RoleClient, ()>, name: &str, arguments: Value) -> Tried {
    let result = serde_json::to_value(session.call_tool(params(name, arguments)).await?)?;
    let blocks = result["content"].as_array().cloned().unwrap_or_default();
    let texts: Vec<_> = blocks.iter().filter_map(|block| block["text"].as_str()).collect();
    let kinds: Vec<_> = blocks.iter().map(|block| &block["type"]).collect();
    Ok(json!({ "text": texts.join("\n"), "kinds": kinds, "is_error": result["isError"] == json!(true) }))
}

async fn call(name: &str, arguments: Value) -> Tried {
    call_by(&variable("HUB_KEY"), name, arguments).await
}

async fn tools() -> Tried {
    let listed = connect(&variable("HUB_KEY")).await?.list_all_tools().await?;
    Ok(json!(listed.iter().map(|tool| tool.name.clone()).collect::<Vec<_>>()))
}

async fn cancel() -> Tried {
    let session = connect(&variable("HUB_KEY")).await?;
    let running = session.call_tool(params("slow", id("cancel")));
    let is_cancelled = tokio::time::timeout(START, running).await.is_err();
    tokio::time::sleep(SLOW).await;
    match is_cancelled {
        true => Ok(Value::Null),
        false => Err(Failure { message: "the call was not cancelled".into(), status: None }),
    }
}

async fn prompts() -> Tried {
    let session = connect(&variable("HUB_KEY")).await?;
    let name = session.list_all_prompts().await?[0].name.clone();
    let prompt = serde_json::to_value(session.get_prompt(GetPromptRequestParams::new(name.clone())).await?)?;
    Ok(json!({ "names": [name], "text": prompt["messages"][0]["content"]["text"] }))
}

async fn resources() -> Tried {
    let session = connect(&variable("HUB_KEY")).await?;
    let uri = session.list_all_resources().await?[0].uri.clone();
    let read = serde_json::to_value(session.read_resource(ReadResourceRequestParams::new(uri.clone())).await?)?;
    Ok(json!({ "uris": [uri], "text": read["contents"][0]["text"] }))
}

async fn sign_in() -> Tried {
    let uri = variable("HUB_SIGN_IN");
    let manager = AuthorizationManager::new_allowing_private_addresses(&uri).await?;
    let mut state = OAuthState::Unauthorized(manager);
    let request = AuthorizationRequest::new("http://localhost:33418/callback").with_client_name("Peer");
    state.start_authorization(request).await?;
    let page = state.get_authorization_url().await?;
    let browser = reqwest::Url::parse_with_params(&variable("HUB_BROWSER"), [("url", page)])?;
    let target = reqwest::get(browser).await?.error_for_status()?.text().await?;
    state.handle_callback_url(&target).await?;
    let manager = state.into_authorization_manager().expect("the client is signed in");
    let client = AuthClient::new(reqwest::Client::new(), manager);
    let config = StreamableHttpClientTransportConfig::with_uri(uri);
    let session = ().serve(StreamableHttpClientTransport::with_client(client, config)).await?;
    call_in(session, "echo", json!({ "text": "fern" })).await
}

#[tokio::main]
async fn main() {
    attempt("tools", tools()).await;
    attempt("call", call("echo", json!({ "text": "fern" }))).await;
    attempt("failing-tool", call("failing", json!({}))).await;
    attempt("unknown-tool", call("no_such_tool", json!({}))).await;
    attempt("file", call("save", json!({}))).await;
    attempt("picture", call("draw", json!({}))).await;
    attempt("cancel", cancel()).await;
    attempt("prompts", prompts()).await;
    attempt("resources", resources()).await;
    attempt("refused", call("open_gate", id("refused"))).await;
    attempt("granted", call_by(&variable("HUB_GRANTED_KEY"), "open_gate", id("granted"))).await;
    let wrong = format!("sk-wrong-{}", variable("PEER"));
    attempt("wrong-key", call_by(&wrong, "echo", json!({ "text": "fern" }))).await;
    attempt("sign-in", sign_in()).await;
}
