//! async-openai, with its defaults.

use async_openai::{
    Client,
    config::OpenAIConfig,
    error::OpenAIError,
    types::{chat::CreateChatCompletionRequest, responses::ResponseStreamEvent},
};
use futures::StreamExt;
use hub_service_peers::{Failure, START, Tried, attempt, id, order, variable};
use serde_json::{Value, json};

fn hub(key: &str) -> Client<OpenAIConfig> {
    Client::with_config(OpenAIConfig::new().with_api_base(variable("HUB_API")).with_api_key(key))
}

fn failure(error: OpenAIError) -> Failure {
    let status = match &error {
        OpenAIError::ApiError(response) => Some(response.status_code.as_u16()),
        _ => None,
    };
    Failure { message: error.to_string(), status }
}

fn body(content: &str, more: Value) -> CreateChatCompletionRequest {
    let mut body = json!({ "model": variable("HUB_MODEL"), "messages": [{ "role": "user", "content": content }] });
    for (name, value) in more.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    serde_json::from_value(body).expect("a request")
}

async fn ask_by(key: &str, content: &str, more: Value) -> Tried {
    let answer = hub(key).chat().create(body(content, more)).await.map_err(failure)?;
    Ok(json!(answer.choices[0].message.content))
}

async fn ask(content: &str) -> Tried {
    ask_by(&variable("HUB_KEY"), content, json!({})).await
}

async fn models() -> Tried {
    let listed = hub(&variable("HUB_KEY")).models().list().await.map_err(failure)?;
    Ok(json!(listed.data.iter().map(|model| model.id.clone()).collect::<Vec<_>>()))
}

async fn stream() -> Tried {
    let client = hub(&variable("HUB_KEY"));
    let request = body("say one two three four", json!({}));
    let mut events = client.chat().create_stream(request).await.map_err(failure)?;
    let mut pieces = Vec::new();
    while let Some(event) = events.next().await {
        let chunk = event.map_err(failure)?;
        pieces.extend(chunk.choices.first().and_then(|choice| choice.delta.content.clone()));
    }
    pieces.retain(|piece| !piece.is_empty());
    Ok(json!({ "text": pieces.concat(), "pieces": pieces.len() }))
}

async fn structured() -> Tried {
    let schema = json!({
        "type": "object",
        "properties": { "plant": { "type": "string" }, "beds": { "type": "integer" } },
        "required": ["plant", "beds"],
        "additionalProperties": false,
    });
    let format = json!({ "type": "json_schema", "json_schema": { "name": "plant", "schema": schema, "strict": true } });
    let text = ask_by(&variable("HUB_KEY"), "plant", json!({ "response_format": format })).await?;
    let plant: Value = serde_json::from_str(text.as_str().unwrap_or_default())?;
    Ok(json!({ "plant": plant["plant"], "beds": plant["beds"] }))
}

async fn own_tool() -> Tried {
    let parameters = json!({ "type": "object", "properties": { "place": { "type": "string" } }, "required": ["place"] });
    let tools = json!([{ "type": "function", "function": { "name": "weather", "parameters": parameters } }]);
    let order = order("call weather", json!({ "place": "Oslo" }));
    let client = hub(&variable("HUB_KEY"));
    let first = client.chat().create(body(&order, json!({ "tools": tools }))).await.map_err(failure)?;
    let asked = serde_json::to_value(&first.choices[0].message)?;
    let call = &asked["tool_calls"][0];
    let input: Value = serde_json::from_str(call["function"]["arguments"].as_str().unwrap_or_default())?;
    let content = format!("21 degrees in {}", input["place"].as_str().unwrap_or_default());
    let messages = json!([
        { "role": "user", "content": order },
        asked,
        { "role": "tool", "tool_call_id": call["id"], "content": content },
    ]);
    ask_by(&variable("HUB_KEY"), "", json!({ "tools": tools, "messages": messages })).await
}

async fn respond(input: &str) -> Tried {
    let request = serde_json::from_value(json!({ "model": variable("HUB_MODEL"), "input": input }))?;
    let answer = hub(&variable("HUB_KEY")).responses().create(request).await.map_err(failure)?;
    Ok(json!(answer.output_text()))
}

async fn responses_stream() -> Tried {
    let request = json!({ "model": variable("HUB_MODEL"), "input": "say one two three four", "stream": true });
    let client = hub(&variable("HUB_KEY"));
    let mut events = client.responses().create_stream(serde_json::from_value(request)?).await.map_err(failure)?;
    let mut pieces = Vec::new();
    while let Some(event) = events.next().await {
        if let ResponseStreamEvent::ResponseOutputTextDelta(piece) = event.map_err(failure)? {
            pieces.push(piece.delta);
        }
    }
    Ok(json!({ "text": pieces.concat(), "pieces": pieces.len() }))
}

async fn cancel() -> Tried {
    let content = order("call slow", id("cancel"));
    match tokio::time::timeout(START, ask(&content)).await {
        Err(_) => Ok(Value::Null),
        Ok(_) => Err(Failure { message: "the call was not cancelled".into(), status: None }),
    }
}

#[tokio::main]
async fn main() {
    let peer = variable("PEER");
    attempt("models", models()).await;
    attempt("chat", ask("say Good morning")).await;
    attempt("stream", stream()).await;
    attempt("tool", ask(&order("call echo", json!({ "text": "fern" })))).await;
    attempt("own-tool", own_tool()).await;
    attempt("structured", structured()).await;
    attempt("file", ask("call save {}")).await;
    attempt("failing-tool", ask("call failing {}")).await;
    attempt("cancel", cancel()).await;
    attempt("wrong-key", ask_by(&format!("sk-wrong-{peer}"), "say hi", json!({}))).await;
    let unknown = json!({ "model": format!("unknown-{peer}") });
    attempt("unknown-model", ask_by(&variable("HUB_KEY"), "say hi", unknown)).await;
    attempt("model-fails", ask(&format!("fail {peer}-fails"))).await;
    attempt("tool-then-fails", ask(&order("call-then-fail count", id("count")))).await;
    attempt("refused", ask(&order("call open_gate", id("refused")))).await;
    let granted = order("call open_gate", id("granted"));
    attempt("granted", ask_by(&variable("HUB_GRANTED_KEY"), &granted, json!({}))).await;
    attempt("responses", respond("say Good morning")).await;
    attempt("responses-stream", responses_stream()).await;
    attempt("responses-tool", respond(&order("call echo", json!({ "text": "fern" })))).await;
}
