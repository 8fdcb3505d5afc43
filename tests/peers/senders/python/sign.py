"""Prints requests that the libraries sign. Arguments: a secret that begins with whsec_, another secret, the address."""

import json
import sys
import time
from datetime import datetime, timezone
from urllib.parse import urlencode

import standardwebhooks
import stripe
import svix
from slack_sdk.signature import SignatureVerifier
from twilio.request_validator import RequestValidator

standard_secret, secret, address = sys.argv[1:4]
JSON = {"content-type": "application/json"}
FORM = {"content-type": "application/x-www-form-urlencoded"}


def standard(library, family, webhook):
    at = datetime.now(tz=timezone.utc)
    message, body = f"msg_{library}", json.dumps({"by": library})
    headers = {
        **JSON,
        f"{family}-id": message,
        f"{family}-timestamp": str(int(at.timestamp())),
        f"{family}-signature": webhook.sign(message, at, body),
    }
    return {"library": library, "endpoint": "standard", "headers": headers, "body": body}


def signed_stripe():
    library = "stripe (PyPI)"
    at, body = int(time.time()), json.dumps({"id": "evt_pypi", "by": library})
    signature = stripe.WebhookSignature._compute_signature(f"{at}.{body}", secret)
    headers = {**JSON, "stripe-signature": f"t={at},v1={signature}"}
    return {"library": library, "endpoint": "stripe", "headers": headers, "body": body}


def slack():
    library = "slack_sdk (PyPI)"
    at, body = str(int(time.time())), urlencode({"command": "/hub", "text": library})
    signature = SignatureVerifier(secret).generate_signature(timestamp=at, body=body)
    headers = {**FORM, "x-slack-request-timestamp": at, "x-slack-signature": signature}
    return {"library": library, "endpoint": "slack", "headers": headers, "body": body}


def twilio():
    library = "twilio (PyPI)"
    fields = {"From": "+15550100", "Body": "STOP", "MessageSid": "SMpypi"}
    signature = RequestValidator(secret).compute_signature(f"{address}/twilio", fields)
    headers = {**FORM, "x-twilio-signature": signature}
    return {"library": library, "endpoint": "twilio", "headers": headers, "body": urlencode(fields)}


print(
    json.dumps(
        [
            standard("standardwebhooks (PyPI)", "webhook", standardwebhooks.Webhook(standard_secret)),
            standard("svix (PyPI)", "svix", svix.Webhook(standard_secret)),
            signed_stripe(),
            slack(),
            twilio(),
        ]
    )
)
