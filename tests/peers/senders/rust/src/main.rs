//! Prints requests that the libraries sign. Argument: a secret that begins with `whsec_`.
use serde_json::{Value, json};
use std::time::{SystemTime, UNIX_EPOCH};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let secret = std::env::args().nth(1).ok_or("the secret is missing")?;
    let now = i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs())?;
    let standard = standardwebhooks::Webhook::new(&secret)?;
    let svix = svix::webhooks::Webhook::new(&secret)?;
    let requests = [
        signed("standardwebhooks (crates.io)", "webhook", now, |id, body| {
            Ok(standard.sign(id, now, body)?)
        })?,
        signed("svix (crates.io)", "svix", now, |id, body| Ok(svix.sign(id, now, body)?))?,
    ];
    println!("{}", Value::from(requests.to_vec()));
    Ok(())
}

type Signature = Result<String, Box<dyn std::error::Error>>;

fn signed(
    library: &str,
    family: &str,
    now: i64,
    sign: impl Fn(&str, &[u8]) -> Signature,
) -> Result<Value, Box<dyn std::error::Error>> {
    let id = format!("msg_{library}");
    let body = json!({ "by": library }).to_string();
    let headers = json!({
        "content-type": "application/json",
        (format!("{family}-id")): id,
        (format!("{family}-timestamp")): now.to_string(),
        (format!("{family}-signature")): sign(&id, body.as_bytes())?,
    });
    Ok(json!({ "library": library, "endpoint": "standard", "headers": headers, "body": body }))
}
