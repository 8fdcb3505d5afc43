//! Prints a JSON line with the result of each try.

use serde_json::{Value, json};
use std::{env, future::Future, time::Duration};

/// Time between the start of a call and its cancellation.
pub const START: Duration = Duration::from_millis(2500);
/// Duration of the slow tool. Closing the client earlier would also end the call.
pub const SLOW: Duration = Duration::from_secs(6);
const TRY_TIMEOUT: Duration = Duration::from_secs(40);

pub struct Failure {
    pub message: String,
    pub status: Option<u16>,
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure { message: error.to_string(), status: None }
    }
}

pub type Tried = Result<Value, Failure>;

pub fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}

/// Id of this peer, which its calls contain.
pub fn id(what: &str) -> Value {
    json!({ "id": format!("{}-{what}", variable("PEER")) })
}

/// An instruction for the Hub's model: `call echo {...}`.
pub fn order(verb: &str, arguments: Value) -> String {
    format!("{verb} {arguments}")
}

/// Runs a try, and prints its result or error.
pub async fn attempt(name: &str, run: impl Future<Output = Tried>) {
    let line = match tokio::time::timeout(TRY_TIMEOUT, run).await {
        Ok(Ok(got)) => json!({ "try": name, "got": got }),
        Ok(Err(Failure { message, status })) => {
            json!({ "try": name, "error": { "type": "Error", "message": message, "status": status } })
        }
        Err(_) => json!({ "try": name, "error": { "type": "Timeout", "message": "timed out" } }),
    };
    println!("{line}");
}
